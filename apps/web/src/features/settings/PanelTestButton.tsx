import Button from "@mui/material/Button";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

const PanelTest = lazy(() => import("./PanelTest").then((module) => ({ default: module.PanelTest })));

/** Opens the test of the external panel; the address of the page says that it is open, so that it is again after a reload. */
export function PanelTestButton() {
  const { t } = useTranslation("settings");
  const [params, setParams] = useSearchParams();
  const isOpen = params.get("test") === "panel";
  const show = (open: boolean) =>
    setParams(open ? { section: "visualization", test: "panel" } : { section: "visualization" }, { replace: true });
  return (
    <>
      <Button variant="outlined" onClick={() => show(true)}>
        {t("panel.start")}
      </Button>
      {isOpen && (
        <Suspense>
          <PanelTest onReload={() => window.location.reload()} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}
