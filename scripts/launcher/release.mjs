import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Refusal } from "../infra/refusal.mjs";

function git(root, args, what) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status === 0) return stdout.trim();
  const lines = (stderr ?? "").split("\n").filter((line) => line.trim() !== "");
  throw new Refusal(what, lines.length > 0 ? "The lines above say why; nothing was changed." : "Nothing was changed.", lines.slice(-5));
}

/** Refuses a checkout whose version git cannot change without losing something. */
function assertUpgradable(root) {
  if (!fs.existsSync(path.join(root, ".git"))) {
    throw new Refusal(
      `${root} is no git checkout.`,
      "Unpack the new version beside it, move .env and the data folder there (or set DATA_DIR), and run npm start.",
    );
  }
  const changed = git(root, ["status", "--porcelain", "--untracked-files=no"], "git cannot read this checkout.");
  if (changed === "") return;
  throw new Refusal(
    "Files of this checkout were changed.",
    "Keep your settings in .env. Undo the changes (git stash), then upgrade.",
    changed.split("\n").slice(0, 10),
  );
}

const succeeds = (root, args) => spawnSync("git", args, { cwd: root }).status === 0;

/** The branch of this checkout; where a tag is checked out, the one that origin calls its main one. */
function upstreamOf(root) {
  const isOnBranch = succeeds(root, ["symbolic-ref", "--quiet", "HEAD"]);
  const upstream = isOnBranch ? "@{upstream}" : "refs/remotes/origin/HEAD";
  if (succeeds(root, ["rev-parse", "--verify", "--quiet", `${upstream}^{commit}`])) return { upstream, isOnBranch };
  throw new Refusal(
    isOnBranch ? "The branch of this checkout follows no branch of origin." : "origin names no main branch.",
    "Name a version: npm run upgrade -- --to TAG. Nothing was changed.",
  );
}

/**
 * Fetches, and finds the newest version of the branch, or a tag. Only a version that follows the present one is taken from the branch.
 * Changes no file of the checkout.
 *
 * @returns the commits before and after; equal ones mean that there is nothing new.
 */
export function findRelease(root, tag) {
  assertUpgradable(root);
  git(root, ["fetch", "--tags", "--quiet"], "The new version could not be fetched.");
  const commit = (name, what) => git(root, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`], what);
  const before = commit("HEAD", "git cannot read this checkout.");
  if (tag) return { before, after: commit(`refs/tags/${tag}`, `There is no version ${tag}.`), isOnBranch: false };
  const { upstream, isOnBranch } = upstreamOf(root);
  const after = commit(upstream, "git cannot read this checkout.");
  if (succeeds(root, ["merge-base", "--is-ancestor", before, after])) return { before, after, isOnBranch };
  // Commits of one's own on a branch, or a tag that is newer than it.
  if (succeeds(root, ["merge-base", "--is-ancestor", after, before])) return { before, after: before, isOnBranch };
  throw new Refusal(
    "The branch of this checkout does not lead to the new version.",
    "Name a version: npm run upgrade -- --to TAG. Nothing was changed.",
  );
}

/** Checks out what `findRelease` found: the branch moves on, or a commit of its own is checked out. */
export function takeRelease(root, { after, isOnBranch }) {
  const args = isOnBranch ? ["merge", "--ff-only", "--quiet", after] : ["checkout", "--quiet", "--detach", after];
  git(root, args, "The new version could not be checked out.");
}
