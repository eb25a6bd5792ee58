-- Keeps things.
local json = require("json")
local M = {}

--- Loads one.
function M.load(key, ...)
  local function inner(x) return x end
  if key then return inner(key) end
  local text = [==[ function not_one() ]==]
  --[[ function not_one_either()
  end ]]
end

function M:save(value)
  for i = 1, 3 do print(i) end
end

M.close = function(self)
  return true
end

return M
