import { useState } from "react";
import type { DashboardFilter, FigureChoice } from "../../lib/data/dashboard";
import { FigureDialog } from "./FigureDialog";
import { TargetsTable } from "./TargetsTable";
import "./dashboard.css";
import "./lists.css";

/** The table of targets whose numbers open their conversations, for a page with a filter of its own (D-610). */
export function TargetFigures({ filter }: { readonly filter: DashboardFilter }) {
  const [figure, setFigure] = useState<{ readonly choice: FigureChoice; readonly title: string } | null>(null);
  return (
    <>
      <TargetsTable filter={filter} onOpen={(choice, title) => setFigure({ choice, title })} />
      {figure && <FigureDialog title={figure.title} filter={filter} choice={figure.choice} onClose={() => setFigure(null)} />}
    </>
  );
}
