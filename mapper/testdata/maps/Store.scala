package org.example

import scala.collection.mutable.{Map, Set}

/** Keeps things. */
case class Store[T](name: String, count: Int = 0) extends Base(name) with Loads {
  val limit = 4
  private lazy val cache: Map[String, T] =
    Map.empty
  def load(key: String)(implicit e: Ec): Option[T] = {
    def inner(x: Int) = x + 1
    None
  }
  def +(other: Store[T]): Store[T] = this
}

@InternalApi
private[example] sealed trait Loads {
  @inline
  private[this] def quick: Int = 1
  def load(key: String): Any
}

object Store {
  type Names = Map[String, Int]
  def apply() = new Store[Int]("")
}
