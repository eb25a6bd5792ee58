<html><p>It's no code: function no() {</p>
<?php
declare(strict_types=1);
namespace App\Stores;

use App\Base;
use Illuminate\{A, B};

/**
 * Keeps things.
 */
#[Attr('x')]
abstract class Store extends Base implements Loads
{
    use Cached;
    public const LIMIT = 4;
    private ?array $items = ['}'];

    public function __construct(private int $n = 1) {}

    // Loads one.
    public static function load(string $key, &...$rest): ?array
    {
        $f = function () use ($key) { return "{$key}{"; };
        $text = <<<EOT
function not_one() {
EOT;
        return array_map(fn ($x) => $x, $rest);
    }
    abstract protected function open(): void;
}

interface Loads { public function load(string $key); }
trait Cached { private function hit() {} }
enum Color: string { case Red = 'r'; case Green = 'g'; public function text(): string { return ''; } }
function &helper($x) { return $x; }
?>
<p>Don't</p>
