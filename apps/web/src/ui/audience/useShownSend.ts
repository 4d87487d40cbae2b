import { useSearchParams } from "react-router-dom";
import { useNoticesSeen } from "../../lib/data/notices";

/** The send whose details the address shows (`?id=`), and how to show another one or none; on its page what is told of sends is looked at (D-430). */
export function useShownSend(kind: "massSend" | "schedule", loaded: boolean): readonly [number | null, (id: number | null) => void] {
  const [params, setParams] = useSearchParams();
  useNoticesSeen((place) => place.kind === kind, loaded);
  const id = Number(params.get("id"));
  return [id > 0 ? id : null, (shown) => setParams(shown === null ? {} : { id: String(shown) }, { replace: true })];
}
