#import "Store.h"
@import Foundation;

static NSString * const kName = @"name }";

@class Other;

@interface Store () <Loads>
@property (nonatomic, copy) NSString *name;
@property (readonly) void (^done)(int);
@end

/** Keeps things. */
@implementation Store {
    int _count;
}
@synthesize name = _name;

- (instancetype)initWithName:(NSString *)name max:(int)max
{
    self = [super init];
    [list each:^(id x) { return x; }];
    return self;
}
+ (Store *)shared { return nil; }
@end

static int helper(int a) {
    return a;
}
@protocol Loads
@required
- (void)load:(id)key;
@end
