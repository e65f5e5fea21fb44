/** Schemas for Even Better TOML (Taplo). Nothing here knows VS Code. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * One schema for every `edition.toml`, whichever game it belongs to; one that names no game is one of Midnight.
 *
 * Taplo chooses a schema by the name of a file, and all games have an `edition.toml`. Findings come from `if`, so that
 * they are about the right game; Taplo completes from `anyOf` alone, which here accepts everything.
 */
export function joinEditions(midnight: Json, others: Readonly<Record<string, Json>>): Json {
  const games = Object.entries({ midnight, ...others });
  const named = Object.keys(others).map((game): Json => ({
    if: { properties: { game: { const: game } }, required: ["game"] },
    then: { $ref: `#/$defs/${game}` },
  }));
  const usual = { properties: { game: { enum: Object.keys(others) } }, required: ["game"] };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "An edition: what its cases or puzzles share (edition.toml)",
    type: "object",
    allOf: [...named, { if: usual, else: { $ref: "#/$defs/midnight" } }],
    anyOf: [...games.map(([game]): Json => ({ $ref: `#/$defs/${game}` })), {}],
    $defs: Object.fromEntries(games.map(([game, schema]) => [game, moved(schema, game)])),
  };
}

/** A schema that can be part of another one: its references lead to where it will be. */
function moved(schema: Json, name: string): Json {
  if (Array.isArray(schema)) return schema.map((item) => moved(item, name));
  if (schema === null || typeof schema !== "object") return schema;
  const kept = Object.entries(schema).filter(([key]) => key !== "$id" && key !== "$schema");
  return Object.fromEntries(
    kept.map(([key, value]) =>
      key === "$ref" && typeof value === "string"
        ? [key, value.replace(/^#/, `#/$defs/${name}`)]
        : [key, moved(value, name)],
    ),
  );
}

/** The associations of Even Better TOML, with ours among them. */
export function associated(
  before: Readonly<Record<string, string>>,
  schemas: Readonly<Record<string, string>>,
): Record<string, string> {
  const ours = Object.fromEntries(
    Object.entries(schemas).map(([file, address]) => [`(^|/)${file.replaceAll(".", "\\.")}$`, address]),
  );
  return { ...before, ...ours };
}
