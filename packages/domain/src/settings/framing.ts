/** Whether a page may be shown in a frame of ours, and if not, what of its answer refuses it. */
export type Framing = "allowed" | "header" | "policy" | "status" | "unreachable" | "unchecked";

/** What a page answered: its status, and the headers that speak of frames, where it has them. */
interface FramedAnswer {
  readonly status: number;
  /** `X-Frame-Options`, which counts only without `frame-ancestors`. */
  readonly frameOptions: string | undefined;
  /** `Content-Security-Policy`, of which there may be several, joined by commas. */
  readonly policy: string | undefined;
}

/** Judges a page as browsers do when our page, whose origin is `own`, has it in a frame. */
export function judgeFraming({ status, frameOptions, policy }: FramedAnswer, address: string, own: string): Framing {
  if (status >= 400) return "status";
  const isSameOrigin = new URL(address).origin === own;
  const lists = ancestorsOf(policy ?? "");
  if (lists.length > 0) return lists.every((list) => list.some((source) => allows(source, own, address))) ? "allowed" : "policy";
  const option = frameOptions?.trim().toLowerCase();
  if (option === "deny" || (option === "sameorigin" && !isSameOrigin)) return "header";
  return "allowed";
}

/** The sources of each `frame-ancestors`, in lower case; an empty list allows none. */
function ancestorsOf(policies: string): readonly (readonly string[])[] {
  const directives = policies.split(/[,;]/).map((directive) => directive.trim().toLowerCase().split(/\s+/));
  return directives.flatMap(([name = "", ...sources]) => (name === "frame-ancestors" ? [sources] : []));
}

/** Whether a source of a policy matches the origin `own`. */
function allows(source: string, own: string, address: string): boolean {
  if (source === "*") return true;
  if (source === "'self'") return new URL(address).origin === own;
  const { protocol, hostname, port } = new URL(own);
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return matchesScheme(source, protocol);
  const parts = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*\.)?([^:/]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source);
  if (!parts) return false;
  const [, scheme = new URL(address).protocol, wildcard, host = "", asked = ""] = parts;
  const isHost = wildcard === undefined ? hostname === host : hostname.endsWith(`.${host}`);
  return isHost && matchesScheme(scheme, protocol) && matchesPort(asked, port);
}

const matchesPort = (asked: string, port: string): boolean => asked === "*" || asked === port || (asked === "443" && port === "");

/** A policy that names http also allows https. */
const matchesScheme = (asked: string, protocol: string): boolean => asked === protocol || (asked === "http:" && protocol === "https:");
