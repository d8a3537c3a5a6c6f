/**
 * What Remix and its router do anew at every request though it depends on the routes alone, or for scripts that a page
 * does not have: in the server's build it is done once, or when it is asked for; and what React copies for every element
 * though nothing else holds it. Each part says which text it replaces, and the build fails where that is written
 * otherwise.
 */

/** Of many routes only those are tried that are as long as the address and have its fixed words. */
const fewBranches = `
const ready = new WeakMap();
function branchesFor(routes, pathname) {
  let known = ready.get(routes);
  if (!known) {
    const branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    known = { branches, shapes: branches.map(shapeOf), byLength: new Map() };
    ready.set(routes, known);
  }
  if (pathname === null) return known.branches;
  const segments = segmentsOf(pathname.toLowerCase());
  let long = known.byLength.get(segments.length);
  if (!long) {
    long = known.shapes.filter(({ length }) => length === null || length === segments.length);
    if (known.byLength.size < 100) known.byLength.set(segments.length, long);
  }
  return long.filter(({ fixed }) => fixed.every(([at, word]) => segments[at] === word)).map(({ branch }) => branch);
}
function shapeOf(branch) {
  const segments = segmentsOf(branch.path.toLowerCase());
  if (segments.some((one) => /[*?]$/.test(one))) return { branch, length: null, fixed: [] };
  const fixed = [...segments.entries()].filter(([, one]) => !one.startsWith(':'));
  return { branch, length: segments.length, fixed: fixed.reverse() };
}
function segmentsOf(path) {
  const trimmed = path.replace(/^\\/|\\/+$/g, '');
  return trimmed === '' ? [] : trimmed.split('/');
}
const compiled = new Map();
function compilePath(path, caseSensitive = false, end = true) {
  const key = [path, caseSensitive, end].join(' ');
  let known = compiled.get(key);
  if (!known) {
    known = compilePathAnew(path, caseSensitive, end);
    compiled.set(key, known);
  }
  return known;
}
`

const handoff = 'encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode)'

/** A request without the parameter is the request without it. */
const strips = (name) => ({
  from: `url.searchParams.delete("${name}");`,
  to: `if (!url.searchParams.has("${name}")) return request;\n  url.searchParams.delete("${name}");`,
})

/** The properties of an element are an object of its own already, unless a key or a ref has to be taken out of them. */
const propsAsTheyAre = {
  from: 'function q(c,a,g){var b,d={}',
  to: 'function q(c,a,g){if(void 0===a.key&&void 0===a.ref&&!(c&&c.defaultProps))return{$$typeof:k,type:c,key:void 0===g?null:""+g,ref:null,props:a,_owner:n.current};var b,d={}',
}

/**
 * A static page grows as one text: React keeps its thousands of pieces in a list first. Where it goes on elsewhere, for a
 * part that is written later, a new text begins.
 */
const growingText = `
class Pieces {
  text = '';
  parts = [];
  get length() {
    return this.all().length;
  }
  all() {
    if (this.text !== '') this.parts.push(this.text);
    this.text = '';
    return this.parts;
  }
  push(first, second, third, fourth, fifth) {
    if (second === undefined) {
      this.text += first;
      return;
    }
    let piece = first + second;
    if (third !== undefined) piece += third;
    if (fourth !== undefined) piece += fourth;
    if (fifth !== undefined) piece += fifth;
    this.text += piece;
  }
}
const plainContexts = [];
`

const growing = [
  { from: 'chunks:[],children:[]', to: 'chunks:new Pieces,children:[]' },
  { from: 'd=c.chunks;var e=0;', to: 'd=c.chunks.all();var e=0;' },
  {
    from: 'function v(a,b){return{insertionMode:a,selectedValue:b}}',
    to: 'function v(a,b){return null===b?plainContexts[a]??={insertionMode:a,selectedValue:null}:{insertionMode:a,selectedValue:b}}',
  },
]

/** Asked for at start by undici, and not there in older Node: as if it never were. */
const noSqlite = {
  from: "() => require('node:sqlite')",
  to: "() => { throw Object.assign(new Error('not asked for'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' }) }",
}

const parts = [
  { file: 'undici/lib/util/runtime-features.js', texts: [noSqlite] },
  { file: 'react/cjs/react-jsx-runtime.production.min.js', texts: [propsAsTheyAre] },
  { file: 'react-dom/cjs/react-dom-server-legacy.node.production.min.js', texts: growing, more: growingText },
  {
    file: '@remix-run/router/dist/router.js',
    texts: [
      {
        from: 'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);',
        to: 'let branches = branchesFor(routes, allowPartial ? null : decodePath(pathname));',
      },
      {
        from: 'function compilePath(path, caseSensitive, end) {',
        to: 'function compilePathAnew(path, caseSensitive, end) {',
      },
    ],
    more: fewBranches,
  },
  {
    file: '@remix-run/server-runtime/dist/esm/server.js',
    texts: [
      {
        from: `serverHandoffStream: ${handoff}`,
        to: `serverHandoffStream: { getReader: () => ${handoff}.getReader() }`,
        times: 2,
      },
    ],
  },
  {
    file: '@remix-run/server-runtime/dist/esm/entry.js',
    texts: [
      {
        from: 'function createEntryRouteModules(manifest) {\n  return ',
        to: 'const made = new WeakMap();\nfunction createEntryRouteModules(manifest) {\n  if (!made.has(manifest)) made.set(manifest, modulesOf(manifest));\n  return made.get(manifest);\n}\nfunction modulesOf(manifest) {\n  return ',
      },
    ],
  },
  {
    file: '@remix-run/server-runtime/dist/esm/data.js',
    texts: [strips('index'), strips('_routes')],
  },
  {
    file: '@remix-run/react/dist/esm/server.js',
    texts: [
      {
        from: 'createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);',
        to: 'routesOf(manifest.routes, () => createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode));',
      },
    ],
    more: `
const made = new WeakMap();
function routesOf(manifestRoutes, make) {
  if (!made.has(manifestRoutes)) made.set(manifestRoutes, make());
  return made.get(manifestRoutes);
}
`,
  },
  {
    file: 'react-router-dom/server.mjs',
    texts: [
      {
        from: 'let manifest = {};\n  let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);',
        to: 'let { manifest, dataRoutes } = convertedOf(routes);',
      },
    ],
    more: `
const converted = new WeakMap();
function convertedOf(routes) {
  let known = converted.get(routes);
  if (!known) {
    const manifest = {};
    known = { manifest, dataRoutes: UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest) };
    converted.set(routes, known);
  }
  return known;
}
`,
  },
]

/** The plugin of the server's build. */
export function doneOnce() {
  const found = new Set()
  return {
    name: 'plantroom:done-once',
    apply: 'build',
    transform(code, id, { ssr } = {}) {
      const part = ssr && parts.find(({ file }) => id.endsWith(`/node_modules/${file}`))
      if (!part) return
      found.add(part)
      return { code: part.texts.reduce(replaced(part.file), code) + (part.more ?? ''), map: null }
    },
    buildEnd(error) {
      const missed = parts.find((part) => !found.has(part))
      if (!error && found.size > 0 && missed) throw new Error(`Nothing is built of ${missed.file}`)
    },
  }
}

const replaced =
  (file) =>
  (code, { from, to, times = 1 }) => {
    const pieces = code.split(from)
    if (pieces.length !== times + 1) throw new Error(`${file} is written otherwise than done-once.mjs expects: ${from}`)
    return pieces.join(to)
  }
