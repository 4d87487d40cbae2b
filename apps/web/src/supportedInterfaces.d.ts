// The library of types is that of ES2022, so that what a supported browser lacks does not compile. These two of ES2023 are in all of them.
interface ReadonlyArray<T> {
  findLast<S extends T>(is: (value: T, index: number, array: readonly T[]) => value is S): S | undefined;
  findLast(is: (value: T, index: number, array: readonly T[]) => unknown): T | undefined;
  findLastIndex(is: (value: T, index: number, array: readonly T[]) => unknown): number;
}
interface Array<T> {
  findLast<S extends T>(is: (value: T, index: number, array: T[]) => value is S): S | undefined;
  findLast(is: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(is: (value: T, index: number, array: T[]) => unknown): number;
}
