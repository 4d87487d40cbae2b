// node tools/bench/webSize.mjs [--folder=bench/dataset]: the JavaScript that a first visit loads, compressed, as the api serves it.
import path from "node:path";
import { parseArgs } from "node:util";
import { startDatabase } from "./lib/cluster.mjs";
import { measureFirstLoads } from "./lib/firstLoad.mjs";
import { emailOf } from "./lib/people.mjs";
import { DEFAULT_FOLDER } from "./lib/place.mjs";
import { startProduct } from "./lib/product.mjs";

const { values } = parseArgs({ options: { folder: { type: "string", default: DEFAULT_FOLDER } } });
const folder = path.resolve(values.folder);

const database = await startDatabase(folder);
const product = await startProduct({ folder, database, messenger: null });
try {
  await measureFirstLoads(product, { email: emailOf(2), routes: ["/tickets", "/chats"] });
} finally {
  await product.stop();
  await database.stop();
}
