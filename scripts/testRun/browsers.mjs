import { which } from "../infra/processes.mjs";
import { runPlaywright } from "./endToEnd.mjs";
import { startInstallation } from "./installation.mjs";

/** The browsers that a distribution has, with the programs that each needs and the packages that bring them. */
const BROWSERS = {
  firefox: { programs: ["firefox-esr", "firefox"], needs: [], packages: "firefox-esr" },
  webkit: { programs: ["WebKitWebDriver"], needs: ["xvfb-run"], packages: "webkit2gtk-driver xvfb" },
};

const findProgram = (program) => which(program, ["/usr/bin"]);

/** The installed browsers with their programs; each that is missing is said. */
function findInstalled(say) {
  const found = {};
  for (const [name, { programs, needs, packages }] of Object.entries(BROWSERS)) {
    const program = programs.map(findProgram).find(Boolean);
    if (program && needs.every(findProgram)) found[name] = program;
    else say(`${name} is skipped, because it is not installed (Debian, Ubuntu: apt-get install ${packages}).`);
  }
  return found;
}

/** The main path in the Firefox and the WebKit that are installed (D-494): a part that only whoever names it runs. */
export async function runBrowsers(context) {
  const installed = findInstalled(context.progress.say);
  if (Object.keys(installed).length === 0) return { ok: true, passed: 0, failed: 0 };
  const installation = await startInstallation(context, "product");
  try {
    const variables = { E2E_BROWSERS: JSON.stringify(installed) };
    const chosen = ["-c", "browsers.config.mjs"];
    return await runPlaywright(context, { variables, installations: [installation], chosen, name: "browsers" });
  } finally {
    await installation.stop();
  }
}
