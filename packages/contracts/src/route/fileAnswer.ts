/** An answer that is a file: its name, its type, its bytes as they are made, and how many rows a table has, where that is known before. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly mime: string,
    readonly bytes: AsyncIterable<Uint8Array>,
    readonly rows: number | null = null,
  ) {}
}

/** The header of such an answer with its number of rows. */
export const ROWS_HEADER = "X-Rows";
