import { readFile } from "node:fs/promises";
import type { Point } from './point';

/** How often it is tried. */
export const MAX_RETRIES: number = 3;
const pattern = /[/"]{2}\//g, half = 1 / 2 / 4;
let plain;

/**
 * A shape.
 */
@sealed
export abstract class Shape<T extends { a: string }> extends Base<T> implements Drawable {
  static #count = 0;
  private readonly name: string;
  onClick = async (event: Event): Promise<void> => {
    await this.draw(`a ${event ? `}${"`"}` : "{"} b`);
  };

  constructor(private id: number) { super(); }

  get area(): number { return 0; }

  /** Draws it. */
  @log("draw")
  protected async draw(text: string, options: { deep: boolean } = { deep: false }): Promise<{ ok: boolean }> {
    function inner<U>(u: U) { return u; }
    const arrow = (x: number) => x > 1 && x < 2;
    return { ok: inner(arrow(1)) };
  }
  abstract resize(by: number): void
  overloaded(a: string): void;
  overloaded(a: any) {}
}

export interface Drawable {
  draw(text: string): Promise<void>;
  readonly name?: string;
}

export type Handler<T> = (value: T) => void | { [K in keyof T]: T[K] };
export const enum Color { Red = "red", Green = 1 << 2 }

declare module "outer" {
  export function external(a: number): string;
}
namespace Deep.Inner {
  export const value = 1;
  export function help() {}
}

export default function main<T>(list: T[]): asserts list is T[] {
  if (list.length) { throw new Error("none"); }
}

const api = {
  get: () => 1,
  post(body: string) { return body; },
  nested: { deeper() {} },
};
Shape.prototype.extra = function (a) { return a; };

describe("shapes", () => {
  it('draws', async () => { expect(1).toBe(1); });
});

function build(name: string) {
  const quoted = `'${name.replace(/'/g, `'\\''`)}'`;
  return wrap({
    setup(props: object) { return quoted; },
    async "on:close"() {},
    *[Symbol.iterator]() {},
  });
}
type Listed = Omit<Record<"a", {
  a: string;
}>, "b">;
interface Disposable {
  release(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
