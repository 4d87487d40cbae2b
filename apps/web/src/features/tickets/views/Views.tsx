import type { SavedViewView } from "@balcao/contracts/savedViews";
import { Suspense, type KeyboardEvent } from "react";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import type { InboxPlace } from "../inboxPlace";
import type { ViewPaneProps } from "./ViewPane";

// Named here and not in the inbox, whose own file is loaded by everybody.
const ViewStrip = lazyWithTexts("views", () => import("./ViewStrip").then((door) => door.ViewStrip));
const ViewPane = lazyWithTexts("views", () => import("./ViewPane").then((door) => door.ViewPane));

interface ViewsProps extends Omit<ViewPaneProps, "viewId"> {
  readonly views: readonly SavedViewView[];
  readonly place: InboxPlace;
  readonly onTabKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The line of saved views, and below it the one of the address (D-557). */
export function Views({ views, place, onTabKey, ...pane }: ViewsProps) {
  const shown = place.tab === "view" ? place.sub : null;
  return (
    <>
      <Suspense>{views.length > 0 && <ViewStrip views={views} shownId={Number(shown)} onTabKey={onTabKey} />}</Suspense>
      <Suspense>{shown !== null && <ViewPane viewId={Number(shown)} {...pane} />}</Suspense>
    </>
  );
}
