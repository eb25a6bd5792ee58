package org.example

import java.util.UUID

/** Keeps things. */
@Serializable
data class Store<T : Any>(val name: String, private var count: Int = 0) : Base(name), Loads {
    companion object {
        const val LIMIT = 4
        fun empty() = Store<Int>("")
    }
    val area: Int
        get() = count * 2

    constructor(n: Int) : this("$n")

    override suspend fun load(key: String): List<T>? {
        fun inner(x: Int) = x + 1
        return listOf("${key.map { "}" }}")
    }
    private fun String.twice(): String = this +
        this
}

enum class Color(val code: Int) {
    RED(1) { override fun text() = "r" },
    GREEN(2);
    open fun text() = "c"
}

sealed interface Loads { fun load() }
object Single
typealias Names = Map<String, List<String>>
fun <T> T.also2(block: (T) -> Unit): T { block(this); return this }
fun `spaces in a name`() {}
