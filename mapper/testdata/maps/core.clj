(ns shop.core
  "The shop."
  (:require [clojure.string :as str]
            [shop.db :refer [q]]))

(def ^:private limit 10)
(defn- hidden [x] x)
(defn buy
  "Buys one."
  ([id] (buy id 1))
  ([id n]
   (str \( id "(" n)))
; (defn no [])
#?(:clj (defn both [a] a)
   :cljs (defn both [a] a))
(defmulti area :shape)
(defmethod area :circle [{:keys [r]}] r)
(defprotocol Store
  (save [this x] "Saves."))
(defrecord Mem [a]
  Store
  (save [_ x] x))
(defmacro unless [c & body]
  `(if (not ~c) (do ~@body)))
(deftest buys
  (is (= 1 1)))
