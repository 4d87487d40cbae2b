// A server that does nothing but what every call needs: a request, one prepared statement, JSON. It tells its parent its port.
import http from "node:http";
import pg from "pg";
import { PROBE_ROWS, PROBE_TABLE } from "./probeTable.mjs";

const pool = new pg.Pool({ connectionString: process.env.PROBE_DATABASE_URL, max: 10 });
const text = `SELECT * FROM ${PROBE_TABLE} WHERE owner = $1 ORDER BY at DESC, id DESC LIMIT ${PROBE_ROWS}`;

const server = http.createServer(async (request, response) => {
  const { rows } = await pool.query({ name: "probe", text, values: [Number(request.url.slice(1))] });
  const body = Buffer.from(JSON.stringify({ rows, count: rows.length }));
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
