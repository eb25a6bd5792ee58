using namespace System.IO
<#
function Not-One {
#>
$limit = 4

# Keeps things.
function Get-Store {
    param([string]$Name)
    $text = @"
function Not-This {
"@
    function Inner($x) { "$x `"{" }
    if ($text -match '{') { return 'it''s' }
}
filter script:Select-Big { if ($_ -gt 3) { $_ } }

class Store : Base {
    [string] $Name
    Store([string] $name) { $this.Name = $name }
    [int] Count([hashtable] $from) {
        return $from.Count
    }
}
enum Color {
    Red
}
