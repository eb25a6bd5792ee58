module Stores
using JSON, Dates: now
import Base: show

export Store

"""
Keeps things.
"""
mutable struct Store{T} <: AbstractStore
    name::String
    items::Vector{T}
end

abstract type AbstractStore end
const LIMIT = 4

# Loads one.
function load(s::Store, key; max = 3)::Int where {T}
    if key == "end"
        return s.items[end]'
    end
    c = '"'
    for i in 1:max
        inner(x) = x + i
    end
    #= function not_one() =#
end
twice(x) = 2x
area(s::Store) = begin
    1
end
macro shout(e)
    :(println($e))
end
Base.show(io::IO, s::Store) = print(io, s.name)
end
