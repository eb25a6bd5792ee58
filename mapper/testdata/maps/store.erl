-module(store).
-behaviour(gen_server).
-export([load/2, total/1]).
-include_lib("kernel/include/file.hrl").

-record(state, {
    name :: binary(),
    items = [] :: list()
}).
-type key() :: atom() | {key, $.}.
-define(LIMIT, 4).

%% Keeps things.
-spec load(key(), #state{}) -> ok.
load('end.', #state{items = []}) ->
    "text. ";
load(Key, State) when is_atom(Key) ->
    case total(State) of
        $" -> ok;
        _ -> lists:map(fun(X) -> X end, State#state.items)
    end.

total(#state{items = I}) -> length(I).
