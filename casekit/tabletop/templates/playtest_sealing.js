/* SHA-256 (FIPS 180-4) as the browser's own is not there for every file on a disk, and texts opened with it. */
const bytesOf = (text) => new TextEncoder().encode(text);
const PRIMES = (() => {
  const found = [];
  for (let each = 2; found.length < 64; each++) {
    if (found.every((prime) => each % prime)) { found.push(each); }
  }
  return found;
})();
const fraction = (value) => ((value - Math.floor(value)) * 4294967296) | 0;
const FIRST_WORDS = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND_WORDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function sha256(bytes) {
  const length = bytes.length, blocks = ((length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[length] = 0x80;
  view.setUint32(blocks * 64 - 8, Math.floor(length / 0x20000000));
  view.setUint32(blocks * 64 - 4, length << 3);
  const state = FIRST_WORDS.slice(), words = new Int32Array(64);
  const turned = (value, by) => (value >>> by) | (value << (32 - by));
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 64; at++) {
      if (at < 16) { words[at] = view.getInt32(block * 64 + at * 4); continue; }
      const early = words[at - 15], late = words[at - 2];
      words[at] = (words[at - 16] + words[at - 7]
        + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3))
        + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
        + ROUND_WORDS[at] + words[at]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => { state[at] = (state[at] + value) | 0; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, at) => { digest.setInt32(at * 4, value); });
  return new Uint8Array(digest.buffer);
}

const hexOf = (bytes) => Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");

function unsealed(text, documentId, name) {
  const data = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const key = sha256(bytesOf(documentId + ":" + name)), keyed = new Uint8Array(36);
  keyed.set(key);
  for (let block = 0; block * 32 < data.length; block++) {
    new DataView(keyed.buffer).setUint32(32, block);
    const stream = sha256(keyed);
    for (let at = 0; at < 32 && block * 32 + at < data.length; at++) { data[block * 32 + at] ^= stream[at]; }
  }
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
}

/* One text for one value, whatever the order of its keys: what the seal of a log is made of. */
function canonical(value) {
  if (Array.isArray(value)) { return "[" + value.map(canonical).join(",") + "]"; }
  if (value && typeof value === "object") {
    return "{" + Object.keys(value).sort().map((key) => JSON.stringify(key) + ":" + canonical(value[key])).join(",") + "}";
  }
  return JSON.stringify(value);
}
