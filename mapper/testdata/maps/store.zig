const std = @import("std");

/// Keeps things.
pub const Store = struct {
    items: []u8,
    const Color = enum { red, green };

    pub fn load(self: *Store, key: []const u8) !?u8 {
        const inner = if (key.len > 0) '{' else '}';
        return inner;
    }
};

pub const limit: usize = 4;
extern fn c_side(x: i32) i32;

test "loads" {
    try std.testing.expect(true);
}
