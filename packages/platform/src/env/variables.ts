import { homedir } from "node:os";
import path from "node:path";
import { readGiven } from "./secretFiles.js";

/**
 * Reads variables and collects a sentence per fault, so that a person can correct all of them at
 * once.
 */
export class Variables {
  readonly faults: string[] = [];
  readonly #source: NodeJS.ProcessEnv;
  readonly #given = new Map<string, string | undefined>();

  constructor(source: NodeJS.ProcessEnv) {
    this.#source = source;
  }

  fault(sentence: string): undefined {
    this.faults.push(sentence);
    return undefined;
  }

  /**
   * The trimmed value; an empty value counts as absent, because .env files list variables without a
   * value.
   */
  text(name: string): string | undefined {
    const value = this.#read(name)?.trim();
    return value === "" ? undefined : value;
  }

  /** A path; `~` is this account's home, as in a shell. Relative paths stay relative. */
  path(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || !value.startsWith("~")) return value;
    if (value === "~" || value.startsWith("~/")) return path.join(homedir(), value.slice(1));
    return this.fault(`${name} must not name the home folder of another user (~name): write the whole path.`);
  }

  /** A value for a header of HTTP, which takes neither spaces nor letters beyond ASCII in it. */
  word(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
    return this.fault(`${name} must be one word of plain letters, digits and signs.`);
  }

  /** The value unchanged, including spaces: a password may begin or end with one. */
  exact(name: string): string | undefined {
    const value = this.#read(name);
    return value === "" ? undefined : value;
  }

  /** The value of a variable or of its file, which is read once. */
  #read(name: string): string | undefined {
    if (!this.#given.has(name))
      this.#given.set(
        name,
        readGiven(this.#source, name, (sentence) => this.fault(sentence)),
      );
    return this.#given.get(name);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.fault(`${name} must be a whole number from ${min} to ${max}.`);
    return fallback;
  }

  oneOf<const T extends string>(name: string, choices: readonly T[], fallback: NoInfer<T>): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value.toLowerCase());
    if (choice !== undefined) return choice;
    this.fault(`${name} must be one of ${choices.join(", ")}.`);
    return fallback;
  }

  listOf<const T extends string>(name: string, choices: readonly T[]): readonly T[] {
    const value = this.text(name);
    if (value === undefined) return choices;
    const words = value
      .split(",")
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== "");
    const chosen = choices.filter((choice) => words.includes(choice));
    if (chosen.length > 0 && words.every((word) => choices.some((choice) => choice === word))) return chosen;
    this.fault(`${name} must be a comma-separated list of ${choices.join(", ")}.`);
    return choices;
  }

  /** An address with one of the protocols; its fault names what is expected. */
  url(name: string, protocols: readonly string[]): URL | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url !== undefined && url.hostname !== "" && protocols.includes(url.protocol)) return url;
    return this.fault(`${name} must be an address that begins with ${protocols.map((each) => `${each}//`).join(" or ")}.`);
  }

  /** An http(s) address with only protocol, host and port. */
  origin(name: string): string | undefined {
    const url = this.url(name, ["http:", "https:"]);
    if (url === undefined) return undefined;
    const isBare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
    if (isBare) return url.origin;
    return this.fault(`${name} must be an origin such as https://inbox.example.com, without path, query or user.`);
  }

  /** Hosts with commas between, each with its port unless that is 443, as `URL.host` writes them. */
  hosts(name: string): readonly string[] {
    const words = (this.text(name) ?? "").split(",").map((word) => word.trim());
    const urls = words.filter((word) => word !== "").map((word) => (URL.canParse(`https://${word}`) ? new URL(`https://${word}`) : null));
    const isBare = (url: URL | null): url is URL => url !== null && url.href === `https://${url.host}/`;
    if (urls.every(isBare)) return urls.map(({ host }) => host);
    this.fault(`${name} must be hosts with commas between, such as typebot.lan or 10.0.0.5:8443.`);
    return [];
  }
}

/** Variables for paths, language and proxies. */
const PLAIN = /^(?:PATH|HOME|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|https?_proxy|no_proxy)$/i;

/**
 * The environment for a program that opens files of strangers: without our secrets, which it could
 * leak.
 */
export function plainEnvironment(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const plain = Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && PLAIN.test(entry[0]));
  return Object.fromEntries(plain);
}
