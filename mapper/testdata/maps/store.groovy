package example
import groovy.json.JsonSlurper

/** Keeps things. */
class Store implements Loads {
    static final int LIMIT = 4
    String name
    private final Map<String, Object> cache = [:]

    Store(String name) { this.name = name }

    def load(key, int max = 3) {
        def text = '''class NotOne {'''
        cache.each { k, v -> println "$k: ${v}" }
    }

    @Override
    protected List<String> names() {
        cache.keySet() as List
    }

    def "a store loads what is there"() {
        expect:
        load("a")
    }
}

trait Loads {
    abstract Object load(key, int max)
}

def helper(x) {
    x * 2
}
