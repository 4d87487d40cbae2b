import type { ReactElement } from "react";

/**
 * Draws each row once. A virtual list asks for all of its rows at each step of scrolling; the same element tells React that nothing
 * in it has changed.
 */
export function onceEach<Row extends object>(draw: (row: Row, index: number) => ReactElement): (row: Row, index: number) => ReactElement {
  const drawn = new WeakMap<Row, ReactElement>();
  return (row, index) => {
    const element = drawn.get(row) ?? draw(row, index);
    drawn.set(row, element);
    return element;
  };
}
