import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { runStep, which } from "./processes.mjs";

const TRIPLET = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" }[process.arch];

/** The user's cache folder of the product. */
export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  return path.join(base, "balcao");
}

/** Whether this system has the tools to fetch and unpack Debian packages. */
export function hasDebianTools() {
  return process.platform === "linux" && which("apt-get") !== null && which("dpkg-deb") !== null;
}

/** The folders of an unpacked package tree that hold shared libraries. */
export function libraryPath(tree, extra = []) {
  return [`usr/lib/${TRIPLET}`, `lib/${TRIPLET}`, ...extra].map((folder) => path.join(tree, folder)).join(":");
}

/** The tree that was fetched under this name, or null. */
export function findDebianTree(name) {
  const tree = path.join(cacheFolder(), name, "root");
  return fs.existsSync(tree) ? tree : null;
}

/**
 * Fetches packages of the distribution, with the dependencies that are not installed, and unpacks them below the user's cache. A
 * program looks for the libraries of the others in the system; what it reads relative to itself must be among `packages`, and
 * the caller judges it by its work. apt checks the signatures, needs no root, installs nothing and starts no service. Returns
 * the tree, or throws an Error with apt's message.
 */
export async function fetchDebianTree(name, packages, { update = () => {}, signal } = {}) {
  const home = path.join(cacheFolder(), name);
  const tree = path.join(home, "root");
  const work = path.join(home, `work-${process.pid}`);
  const draft = path.join(home, `root-${process.pid}`);
  const archives = path.join(work, "cache", "archives");
  const settings = [
    `Dir::State::Lists=${work}/lists`,
    `Dir::Cache=${work}/cache`,
    "Debug::NoLocking=1",
    "APT::Sandbox::User=",
    "Acquire::Retries=1",
    "Acquire::http::Timeout=20",
  ].flatMap((setting) => ["-o", setting]);
  const apt = async (args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
    const { code, lines } = await runStep("apt-get", [...settings, "-q", ...args], {
      env,
      signal,
      timeoutMs: 300_000,
      onLine: (line) => /^(Get|Hit):/.test(line) && update(line.split(" ").slice(0, 2).join(" ")),
    });
    if (code !== 0) throw new Error(lines.find((line) => /^[EW]:/.test(line)) ?? lines.at(-1) ?? `apt-get ${args[0]} failed`);
  };
  try {
    for (const folder of ["lists/partial", "cache/archives/partial"]) fs.mkdirSync(path.join(work, folder), { recursive: true });
    fs.mkdirSync(draft, { recursive: true });
    update("reading the package lists");
    await apt(["update"]);
    // --reinstall fetches the named packages also where they are installed, but not their installed dependencies.
    await apt(["-y", "--no-install-recommends", "--download-only", "--reinstall", "install", ...packages]);
    const files = fs.readdirSync(archives).filter((file) => file.endsWith(".deb"));
    for (const [index, file] of files.entries()) {
      update(`unpacking ${index + 1} of ${files.length}`);
      const { code, lines } = await runStep("dpkg-deb", ["-x", path.join(archives, file), draft], { signal });
      if (code !== 0) throw new Error(lines.at(-1) ?? `dpkg-deb could not unpack ${file}`);
    }
    try {
      fs.renameSync(draft, tree);
    } catch (error) {
      // Another command has fetched the same packages meanwhile.
      if (!fs.existsSync(tree)) throw error;
    }
    return tree;
  } finally {
    for (const folder of [work, draft]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes a fetched tree that does not work. */
export function dropDebianTree(name) {
  fs.rmSync(path.join(cacheFolder(), name), { recursive: true, force: true });
}
