import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, type ComponentProps } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { wholeList } from "../../lib/data/wholeLists";
import { useStored, writeStored } from "../../lib/storage";
import { onTabKey } from "./InboxTabs";

/** The saved views, loaded for the first one, and for an address of one (D-557). */
const Views = lazyWithTexts([], () => import("./views/Views").then((door) => door.Views));
const VIEWS_KEY = "balcao-views";

/** The line of saved views. It comes after the list: its room is kept where the person had one, so that nothing moves under a finger. */
export function ViewLine(props: Pick<ComponentProps<typeof Views>, "place" | "toList">) {
  const { data: views } = useQuery(wholeList("savedViews"));
  const viewRoom = useStored(VIEWS_KEY) && <div className="viewRoom" />;
  useEffect(() => views && writeStored(VIEWS_KEY, views[0] ? "1" : null), [views]);
  if (props.place.tab !== "view" && !views?.[0]) return !views && viewRoom;
  return (
    <Suspense fallback={viewRoom}>
      <Views {...{ ...props, views, onTabKey, viewRoom }} />
    </Suspense>
  );
}
