/**
 * Who may import whom (docs/ARCHITECTURE.md), as rules that `npm test` runs. scripts/checks/importRules.test.mjs plants a
 * violation of each and sees it reported.
 */
const TESTS = "[.](test|fixture)[.]tsx?$|^packages/gateways/src/conformance/";

/** A layer may import only itself and the listed folders of ours; its tests may import more. */
const layer = (folder, mayUse) => ({
  name: `layer-${folder.replace(/\W+/g, "-")}`,
  comment: `${folder} may import only: ${mayUse.length > 0 ? mayUse.join(", ") : "nothing of ours"}`,
  severity: "error",
  from: { path: `^${folder}/`, pathNot: TESTS },
  to: { path: "^(apps|packages)/[^/]+/(src|dist)/", pathNot: [`^${folder}/`, ...mayUse.map((each) => `^${each}/`)] },
});

const domain = "packages/domain";
const contracts = "packages/contracts";
const database = "packages/database";
const platform = "packages/platform";
const application = "packages/application";
const gateways = "packages/gateways";
const ADAPTERS = "^packages/gateways/src/(baileys|wwebjs|meow|cloudApi)/";

/** The wings of the application, by floor, the lowest first. */
const WINGS = [["ground"], ["inbox"], ["people", "numbers"], ["campaigns"], ["company"], ["roof"]];

const forbidden = [
  layer(domain, []),
  layer(platform, []),
  layer("packages/simulators", []),
  layer(contracts, [domain]),
  layer(database, [domain, platform]),
  layer(gateways, [domain, platform]),
  layer(application, [domain, contracts, database, platform, "packages/gateways/src/port"]),
  layer("apps/api", [application, contracts, domain, platform, "packages/gateways/src/intake"]),
  layer("apps/worker", [application, contracts, domain, platform, gateways]),
  layer("apps/web", [contracts, domain]),
  {
    name: "application-rooms-by-front-door",
    comment: "A room of the application enters another only by its index.ts.",
    severity: "error",
    from: { path: "^packages/application/src/([^/]+/[^/]+)/" },
    to: {
      path: "^packages/application/src/[^/]+/[^/]+/.+",
      pathNot: ["^packages/application/src/$1/", "^packages/application/src/[^/]+/[^/]+/index[.]ts$"],
    },
  },
  ...WINGS.slice(0, -1).flatMap((floor, index) =>
    floor.map((wing) => ({
      name: `wing-${wing}`,
      comment: `The wing ${wing} of the application may use itself and the wings below it.`,
      severity: "error",
      from: { path: `^packages/application/src/${wing}/`, pathNot: TESTS },
      to: {
        path: "^packages/application/src/[^/]+/",
        pathNot: [wing, ...WINGS.slice(0, index).flat()].map((each) => `^packages/application/src/${each}/`),
      },
    })),
  ),
  {
    name: "web-features-by-front-door",
    comment: "A feature of the web enters another only by its index.ts.",
    severity: "error",
    from: { path: "^apps/web/src/features/([^/]+)/" },
    to: {
      path: "^apps/web/src/features/[^/]+/.+",
      pathNot: ["^apps/web/src/features/$1/", "^apps/web/src/features/[^/]+/index[.]tsx?$"],
    },
  },
  {
    name: "web-shell-by-front-door",
    comment: "What is not a feature of the web enters a feature only by its index.ts; the router also by a page.",
    severity: "error",
    from: { path: "^apps/web/src/(?!features/)" },
    to: {
      path: "^apps/web/src/features/[^/]+/.+",
      pathNot: ["^apps/web/src/features/[^/]+/(index[.]tsx?|[A-Z]\\w*Page[.]tsx)$"],
    },
  },
  {
    name: "adapters-do-not-meet",
    comment: "A gateway adapter imports the port, not another adapter.",
    severity: "error",
    from: { path: ADAPTERS, pathNot: TESTS },
    to: {
      path: ADAPTERS,
      pathNot: ["^packages/gateways/src/$1/"],
    },
  },
  {
    name: "intake-by-the-pure-door",
    comment: "The intake enters an adapter by its toIntake.ts only.",
    severity: "error",
    from: { path: "^packages/gateways/src/intake/", pathNot: TESTS },
    to: { path: ADAPTERS, pathNot: "/toIntake[.]ts$" },
  },
  {
    name: "intake-doors-are-pure",
    comment: "Reading a payload needs no session, no client, no transport and no library of a provider.",
    severity: "error",
    from: { path: `${ADAPTERS}toIntake[.]ts$` },
    to: {
      path: "node_modules/(@whiskeysockets/|whatsapp-web[.]js)|^packages/gateways/src/(transport/|[^/]+/[^/]*(Session|Client)[.]ts$)",
      reachable: true,
    },
  },
  {
    name: "protocol-knows-no-adapter",
    comment: "What all adapters share imports none of them.",
    severity: "error",
    from: { path: "^packages/gateways/src/protocol/", pathNot: TESTS },
    to: { path: ADAPTERS },
  },
  {
    name: "only-tests-import-testing",
    comment: "packages/testing is for tests alone.",
    severity: "error",
    from: { path: "^(apps|packages)/", pathNot: ["^packages/testing/", TESTS] },
    to: { path: "^packages/testing/" },
  },
  {
    name: "only-testing-imports-simulators",
    comment: "No part of the product imports simulators: they speak the real protocols.",
    severity: "error",
    from: { path: "^(apps|packages)/", pathNot: ["^packages/(testing|simulators)/", TESTS] },
    to: { path: "^packages/simulators/" },
  },
  {
    name: "only-tests-import-conformance",
    comment: "The conformance suite is a test: the product does not use it.",
    severity: "error",
    from: { path: "^(apps|packages)/", pathNot: TESTS },
    to: { path: "^packages/gateways/src/conformance/" },
  },
  {
    name: "bull-in-the-worker-only",
    comment: "Bull runs timers: only the worker may import it.",
    severity: "error",
    from: { path: "^(apps|packages)/", pathNot: "^apps/worker/" },
    to: { path: "node_modules/bull(/|$)" },
  },
  {
    name: "bull-in-two-files",
    comment: "Bull is imported in at most two files, so that it could be replaced.",
    severity: "error",
    from: { path: "^apps/worker/" },
    module: { path: "node_modules/bull/", numberOfDependentsMoreThan: 2 },
  },
  {
    name: "no-sequelize-outside",
    comment: "The api and the worker hold no SQL.",
    severity: "error",
    from: { path: "^apps/", pathNot: TESTS },
    to: { path: "node_modules/(sequelize|sequelize-typescript|pg|umzug)(/|$)" },
  },
  {
    name: "nothing-from-dist",
    comment: "Sources import sources; what is built is for running.",
    severity: "error",
    from: { path: "^(apps|packages)/[^/]+/src/" },
    to: { path: "^(apps|packages)/[^/]+/dist/" },
  },
  {
    name: "not-resolvable",
    comment: "An import that leads nowhere would escape every other rule.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "no-cycles",
    comment: "No module may depend on itself.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
];

export default {
  forbidden,
  options: {
    doNotFollow: { path: "node_modules|/dist/" },
    exclude: { path: "[.]d[.]ts$" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    preserveSymlinks: false,
    moduleSystems: ["es6"],
    builtInModules: { add: ["node:test"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["balcao-source", "import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      mainFields: ["module", "main", "types"],
    },
  },
};
