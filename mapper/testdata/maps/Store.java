package org.example;

import java.util.*;
import static java.lang.Math.max;

/**
 * Keeps things.
 */
@Service("store")
public final class Store<T extends Comparable<T>> extends Base implements Loads, Closeable {
    private static final Map<String, List<int[]>> CACHE = new HashMap<>();
    int a = 1, b;

    static { CACHE.put("a", null); }

    public Store(int a) { this.a = a; }

    /** Loads one. */
    @Override
    public <R> List<R> load(@NotNull String key, int... more) throws IOException {
        Runnable r = new Runnable() {
            @Override public void run() { load("{"); }
        };
        class Local { void help() {} }
        return null;
    }

    abstract void open();

    enum Color { RED, GREEN(2) { int value() { return 2; } }; Color(int... n) {} }
    record Point(int x, int y) { Point { } static Point zero() { return new Point(0, 0); } }
    @interface Marked { String value() default ""; }
    interface Shape { double area(); default String text() { return """
        class NotOne {
        """; } }
}

@Retention(RetentionPolicy.RUNTIME)
public @interface Audited {
    String by() default "";
}
