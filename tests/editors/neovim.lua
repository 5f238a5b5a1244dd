-- Neovim's own client speaks with `muster lsp`, set up by the very words of docs/editor.md. What is not as it should be ends it
-- with 1. Run by run.sh: nvim --headless -u NONE -i NONE -n -l, or -S where there is no -l.

local root, game = os.getenv("ROOT"), os.getenv("GAME")
local function fail(why)
  io.stderr:write("  FAILED neovim: " .. why .. "\n")
  vim.cmd("cquit 1")
end
local function ok(what) io.stdout:write("  ok neovim: " .. what .. "\n") end
local function check(is, what) if is then ok(what) else fail(what) end end
local function read(path) local file = assert(io.open(path)); local text = file:read("*a"); file:close(); return text end
local function wait(what, is) if not vim.wait(60000, is, 50) then fail("waited in vain: " .. what) end end

-- The page has a block for newer ones, then one for older ones.
local blocks = {}
for block in read(root .. "/docs/editor.md"):gmatch("```lua[^\n]*\n(.-)```") do table.insert(blocks, block) end
assert(#blocks == 2)
vim.cmd("filetype on")
assert(loadstring(blocks[vim.fn.has("nvim-0.11") == 1 and 1 or 2]))()

local function ask(method, more)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_buf_get_lines(0, row - 1, row, true)[1]
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = row - 1, character = vim.str_utfindex and select(2, vim.str_utfindex(line, column)) or column },
  }
  for key, value in pairs(more or {}) do params[key] = value end
  local answers, why = vim.lsp.buf_request_sync(0, method, params, 60000)
  if not answers then fail(method .. ": " .. tostring(why)) end
  for _, answer in pairs(answers) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    if answer.result ~= nil then return answer.result end
  end
end
-- Puts the cursor on the first place where a text stands.
local function to(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.search("\\V" .. text, "cW") == 0 then fail("there is no " .. text) end
end
local function shown() return vim.diagnostic.get(0) end
local function buffer() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") end

vim.cmd("edit " .. vim.fn.fnameescape(game .. "/units.csv"))
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
wait("the client begins", function() return #clients() > 0 and clients()[1].initialized end)
check(#shown() == 0, "First Steps has nothing to mend")

-- Letters of two units before the place.
vim.cmd("silent %s/a-hq,,aster/a-hq,🛡é,astre/")
wait("a finding", function() return #shown() > 0 end)
local wrong = shown()[1]
check(wrong.message:find("unknown side `astre`", 1, true) ~= nil, "a finding while typing: " .. wrong.message:gsub("\n.*", ""))
local line = vim.api.nvim_buf_get_lines(0, wrong.lnum, wrong.lnum + 1, true)[1]
check(line:sub(wrong.col + 1, wrong.end_col) == "astre", "it stands at the very word, behind letters of two units")

to("astre")
local actions = ask("textDocument/codeAction", {
  range = { start = { line = wrong.lnum, character = 10 }, ["end"] = { line = wrong.lnum, character = 12 } },
  context = { diagnostics = {} },
})
local fix
for _, action in ipairs(actions) do if action.isPreferred then fix = action end end
check(fix ~= nil and fix.title == "Write `aster`", "a quick fix is offered")
vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
wait("the finding goes", function() return #shown() == 0 end)
ok("the quick fix mends it")

to("a-1-i,")
local hover = ask("textDocument/hover")
check(hover.contents.value:find("1st Infantry Regiment", 1, true) ~= nil, "hover tells of a unit")
check(hover.contents.value:find("data:image", 1, true) == nil, "without a picture, which it could not show")

to("aster,,1-div")
local completion = ask("textDocument/completion")
check(#(completion.items or completion) == 2, "both sides are offered")
local definition = ask("textDocument/definition")
check(definition[1].uri:find("module.json", 1, true) ~= nil, "the side is declared in module.json")
check(#ask("textDocument/references", { context = { includeDeclaration = true } }) > 10, "and named in many places")
check(#ask("textDocument/documentSymbol") > 20, "the sheet has an outline")

to("a-1-iii,")
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", { newName = "a-third" }), "utf-16")
check(buffer():find("a-third,", 1, true) ~= nil, "a unit is renamed")
wait("nothing is wrong afterwards", function() vim.wait(200); return #vim.diagnostic.get() == 0 end)

local edits = ask("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), "utf-16")
check(buffer():find("a%-hq,%s+🛡é,") ~= nil, "the sheet is laid out")
vim.wait(300)
check(#vim.diagnostic.get() == 0, "and says the same")
vim.cmd("silent! wall!")
vim.cmd("qall!")
