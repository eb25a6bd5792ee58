(* let no = 1
   (* nested *) *)
open Base
type 'a tree = Leaf | Node of 'a
and other = int
exception Bad of string
let limit = 10
let rec size t =
  let x = "let y = (* " in
  match t with
  | Leaf -> 0
let ( + ) a b = a
module Store = struct
  type t = int
  let get k =
    let v = k in
    v
  module Inner = struct
    let deep () = 1
  end
end
module type S = sig
  val get : int -> int
end
class point x = object
  method get = x
end
let () = print_endline {|let z = 1|}
