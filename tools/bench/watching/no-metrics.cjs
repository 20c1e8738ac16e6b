// Loaded into each app of the stack that shows what an event costs without metrics: nothing is counted.
const client = require('prom-client');

const nothing = () => undefined;
const silent = { inc: nothing, dec: nothing, set: nothing, observe: nothing, startTimer: () => nothing };

for (const { prototype } of [client.Counter, client.Gauge, client.Histogram, client.Summary]) {
  for (const [name, method] of Object.entries(silent)) if (name in prototype) prototype[name] = method;
  prototype.labels = () => silent;
}
client.collectDefaultMetrics = nothing;
