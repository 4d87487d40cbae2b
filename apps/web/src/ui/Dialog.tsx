// eslint-disable-next-line no-restricted-imports -- the one place that wraps it
import MuiDialog, { type DialogProps } from "@mui/material/Dialog";

/**
 * MUI's dialog, which is nobody's any more as soon as it is closed: while it fades out, keys and clicks go to the page below, and a control
 * in it that cannot give the focus back loses it.
 */
export function Dialog({ onKeyDown, ...props }: DialogProps) {
  // An undefined handler would replace MUI's own, which closes with Escape.
  const keys = onKeyDown && { onKeyDown };
  return <MuiDialog closeAfterTransition={false} inert={!props.open} {...props} {...keys} />;
}
