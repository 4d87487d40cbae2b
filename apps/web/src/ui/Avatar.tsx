import GroupsRounded from "@mui/icons-material/GroupsRounded";
import PersonRounded from "@mui/icons-material/PersonRounded";
import type { CSSProperties } from "react";

/** The initials of the first two words, such as `AS` for `Ana Souza`; empty for a phone number. */
function toInitials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const [first, second] = words;
  if (first === undefined) return "";
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join("").toLocaleUpperCase();
}

/** One of 12 hues, always the same for the same name. */
export function toHue(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return (hash % 12) * 30;
}

interface AvatarProps {
  readonly name: string;
  readonly src?: string | null | undefined;
  /** The size in pixels; lists use 40. */
  readonly size?: number;
  readonly presence?: "online" | "away" | "offline" | undefined;
}

/**
 * A picture, or initials on a tint that depends on the name. It is decorative, because the name is
 * shown beside it.
 */
export function Avatar({ name, src, size = 40, presence }: AvatarProps) {
  const style = { "--avatar-size": `${size}px`, "--avatar-hue": toHue(name) } as CSSProperties;
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {src ? <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" /> : toInitials(name) || <PersonRounded />}
      {presence && presence !== "offline" && <span className="avatarPresence" data-presence={presence} />}
    </span>
  );
}

/** The round sign of a group of colleagues, in the place where a person has a picture. */
export function GroupAvatar({ size = 40 }: { readonly size?: number }) {
  return (
    <span className="avatar groupAvatar" style={{ "--avatar-size": `${size}px` } as CSSProperties} aria-hidden="true">
      <GroupsRounded />
    </span>
  );
}
