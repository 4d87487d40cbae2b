/** An answer that is a file: its name, its type, and its bytes as they are made. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly mime: string,
    readonly bytes: AsyncIterable<Uint8Array>,
  ) {}
}
