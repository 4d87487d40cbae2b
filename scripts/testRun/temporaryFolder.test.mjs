import fs from "node:fs";
import os from "node:os";
import { temporaryFolder } from "./temporaryFolder.mjs";

const IN_MEMORY = "/dev/shm";
const PLENTY = 64 * 1024 ** 3;

it("keeps the files of a run in memory only where a file system for that has room", () => {
  const { type, bavail, bsize } = fs.existsSync(IN_MEMORY) ? fs.statfsSync(IN_MEMORY) : {};
  const hasRoom = type === 0x01021994 && bavail * bsize > PLENTY / 8;
  expect([os.tmpdir(), ...(hasRoom ? [IN_MEMORY] : [])]).toContain(temporaryFolder(IN_MEMORY, PLENTY));
  expect(temporaryFolder(IN_MEMORY, PLENTY / 32)).toBe(os.tmpdir());
  expect(temporaryFolder(os.homedir(), PLENTY)).toBe(os.tmpdir());
  expect(temporaryFolder("/there/is/none", PLENTY)).toBe(os.tmpdir());
});
