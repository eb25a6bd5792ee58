import Foundation

/// Keeps things.
@MainActor
public final class Store<T: Codable>: Base, Loads where T: Equatable {
    static let shared = Store()
    private(set) var items: [String: T] = [:] {
        didSet { changed() }
    }
    var count: Int { items.count }

    public init?(name: String) { super.init() }
    deinit {}

    public func load(_ key: String, from url: URL = .home) async throws -> T? {
        func inner() -> Bool { "\(key)" == "{" }
        return nil
    }
    class func make() -> Store { Store() }
    subscript(key: String) -> T? { items[key] }
    static func == (a: Store, b: Store) -> Bool { true }
}

enum Color: String {
    case red, green
    case custom(Int, Int)
    var text: String { switch self { case .red: return "r" default: return "" } }
}

protocol Loads: AnyObject {
    associatedtype Item
    func load() -> Item
}
extension Store: CustomStringConvertible { public var description: String { "" } }
typealias Names = [String]
