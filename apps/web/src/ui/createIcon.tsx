import { memo, type ReactNode, type SVGProps } from "react";

interface IconProps extends SVGProps<SVGSVGElement> {
  /** What it means, where no text beside it says so. */
  readonly titleAccess?: string;
}

/**
 * Makes an icon of MUI's set without MUI: the build gives it to the set in place of MUI's own function, whose icons
 * compute a style each time they are drawn. Their class keeps its name, which our style sheets use.
 */
export const createIcon = (drawing: ReactNode) =>
  memo(function Icon({ className, titleAccess, fontSize: _, ...props }: IconProps) {
    return (
      <svg
        className={className ? `MuiSvgIcon-root ${className}` : "MuiSvgIcon-root"}
        focusable="false"
        viewBox="0 0 24 24"
        aria-hidden={titleAccess === undefined ? true : undefined}
        role={titleAccess === undefined ? undefined : "img"}
        {...props}
      >
        {drawing}
        {titleAccess !== undefined && <title>{titleAccess}</title>}
      </svg>
    );
  });
