import type { SavedViewView } from "@balcao/contracts/savedViews";
import { Suspense, type KeyboardEvent, type ReactNode } from "react";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import type { InboxPlace } from "../inboxPlace";
import type { ViewPaneProps } from "./ViewPane";

// Named here and not in the inbox, whose own file is loaded by everybody.
const ViewStrip = lazyWithTexts("views", () => import("./ViewStrip").then((door) => door.ViewStrip));
const ViewPane = lazyWithTexts("views", () => import("./ViewPane").then((door) => door.ViewPane));

interface ViewsProps extends Omit<ViewPaneProps, "viewId"> {
  /** Undefined until they have come. */
  readonly views: readonly SavedViewView[] | undefined;
  readonly place: InboxPlace;
  readonly onTabKey: (event: KeyboardEvent<HTMLElement>) => void;
  /** What keeps the place of the line until it has come, where the person had one. */
  readonly viewRoom: ReactNode;
}

/** The line of saved views, and below it the one of the address (D-557). */
export function Views({ views, place, onTabKey, viewRoom, ...pane }: ViewsProps) {
  const shown = place.tab === "view" ? place.sub : null;
  return (
    <>
      {views
        ? views[0] && (
            <Suspense fallback={viewRoom}>
              <ViewStrip views={views} shownId={Number(shown)} onTabKey={onTabKey} />
            </Suspense>
          )
        : viewRoom}
      <Suspense>{shown !== null && <ViewPane viewId={Number(shown)} {...pane} />}</Suspense>
    </>
  );
}
