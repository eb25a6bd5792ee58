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

  defdelegate fetch(key), to: Base
  if Code.ensure_loaded?(Base) do
    def status(_) do
      :ok
    end
    defp loaded(x), do: x
  else
    defp loaded(x), do: [x]
  end
  def unquote(:"#{name}_path")(conn) do
    conn
  end

  defmodule Inner do
    def a, do: 1
  end
end
