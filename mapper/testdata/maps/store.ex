defmodule Stores.Store do
  use GenServer
  alias Stores.Base

  @doc """
  def not_one do
  """
  def load(key, opts \\ []) when is_binary(key) do
    case key do
      "end" -> ~s(do)
      _ -> fn x -> x end
    end
  end

  # Short.
  defp twice(x), do: x * 2
  defmacro shout(e) do
    quote do: unquote(e)
  end

  defmodule Inner do
    def a, do: 1
  end
end
