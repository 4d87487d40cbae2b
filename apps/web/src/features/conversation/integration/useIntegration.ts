import { useMemo, useState } from "react";
import { useSettings } from "../../../lib/data/settings";
import { useSteady } from "../../../lib/useSteady";
import { MORE_BUTTON_ID } from "../ActionMenu";
import type { Details } from "../details/useDetails";
import type { Find } from "../useFind";

/** Whether the external panel is shown, in place of details and search; `offered` while the company has one. */
export function useIntegration(find: Find, details: Details) {
  const offered = useSettings().uriIframe !== "";
  const [wanted, setWanted] = useState(false);
  const open = wanted && offered && !find.open && !details.open;
  const { beside } = details;
  const actions = useSteady({
    show: () => {
      if (find.open) find.close();
      details.hide();
      setWanted(true);
    },
    close: () => {
      setWanted(false);
      document.getElementById(MORE_BUTTON_ID)?.focus();
    },
  });
  return useMemo(() => ({ offered, open, beside, ...actions }), [offered, open, beside, actions]);
}

export type Integration = ReturnType<typeof useIntegration>;
