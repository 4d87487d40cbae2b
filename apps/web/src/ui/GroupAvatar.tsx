import GroupsRounded from "@mui/icons-material/GroupsRounded";
import type { CSSProperties } from "react";

/** The round sign of a group of colleagues, in the place where a person has a picture. */
export function GroupAvatar({ size = 40 }: { readonly size?: number }) {
  return (
    <span className="avatar groupAvatar" style={{ "--avatar-size": `${size}px` } as CSSProperties} aria-hidden="true">
      <GroupsRounded />
    </span>
  );
}
