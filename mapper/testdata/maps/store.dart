import 'dart:io';

/// Keeps things.
abstract class Store<T> extends Base with Cached implements Loads {
  static const int limit = 4;
  final String name;
  Store(this.name, {int? count}) : super(name);
  Store.empty() : name = '';
  factory Store.of(String s) => Store.empty();
  int get count => 1;
  Future<List<T>> load(String key) async {
    int inner(int x) { return x; }
    return [];
  }
  void open();
}
mixin Cached on Base { void hit() {} }
enum Color { red, green; String text() => name; }
extension Names on String { String twice() => this + this; }
typedef Handler = void Function(int);
void main(List<String> args) { print('${args.map((a) => "}")}'); }
