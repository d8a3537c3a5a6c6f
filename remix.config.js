/** Vite's configuration, under the name the card gives it. */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { outside } from './app/commands/outside.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Compiles `server.ts` as the server build's entry, so that one file is the whole console. */
const doorIsTheEntry = {
  name: 'plantroom:door-entry',
  enforce: 'post',
  config(config, { isSsrBuild }) {
    if (isSsrBuild) config.build.rollupOptions.input = here('./server.ts')
  },
}

/** The server's build names the browser's files: beside their build it waits for them (`build-console.mjs`). */
const afterBrowserFiles = {
  name: 'plantroom:after-browser-files',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild,
  configResolved() {
    afterBrowserFiles.browserFiles = process.send && once(process, 'message')
  },
  async load(id) {
    if (id.endsWith('virtual:remix/server-manifest')) await afterBrowserFiles.browserFiles
  },
}

/** In development the same door stands before the sources. */
const doorInDevelopment = {
  name: 'plantroom:door-development',
  apply: 'serve',
  configureServer(vite) {
    let door
    return () => {
      vite.middlewares.use(async (request, response, next) => {
        try {
          const entry = await vite.ssrLoadModule(here('./server.ts'))
          if (door?.entry !== entry) door = { entry, ...entry.developmentDoor() }
          request.url = request.originalUrl
          await door.handle(request, response)
        } catch (error) {
          next(error)
        }
      })
    }
  },
}

/** The script of charts, for pages without React: a file with a name of its own beside those of `public`. */
const chartScript = {
  name: 'plantroom:chart-script',
  configureServer(vite) {
    vite.middlewares.use((request, _response, next) => {
      if (request.url === '/charts.js') request.url = '/app/ui/chart/reader.ts'
      next()
    })
  },
  buildStart() {
    if (this.environment.mode === 'build' && !this.environment.config.build.ssr)
      this.emitFile({ type: 'chunk', id: here('./app/ui/chart/reader.ts'), fileName: 'charts.js' })
  },
}

const framework =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream|react-i18next|@babel)\//

/** Around every page, and what pages are drawn with. */
const frame =
  /\/app\/(?:ui\/|root|hrefs|paths|kit\/(?:frame\/frame|place\/place-tree)\.|change\/problem-text|i18n\/(?:use-t|languages|error-text))/

/** What the script of charts writes with: it must not load the frame. */
const formats = /\/app\/(?:ui\/format|domain\/units)\.|\/app\/ui\/chart\/(?:columns|draw|reading|axis-format|percent)\./

/**
 * Drawn by forms, by charts and by drawings of equipment only, which few pages with scripts have; the menu that scripts
 * bring is loaded when somebody reaches for it.
 */
const besideFrame =
  /\/app\/ui\/(?:lively-menu|choice-field|time-input|difference|sign-in-page|drawing\/[\w-]+|chart\/(?!segments)[\w-]+)\./

/** What lists and things are drawn with, beyond what the frame needs: one file, for the pages that have such parts. */
const lists =
  /\/app\/ui\/(?:table|head|states|pager|bulk|facts|folded|steps|person|copy|email|count-cell|badge|chart\/segments)\./

/** Texts around every page, one file a language; every other area of texts travels by itself, to pages that speak of it. */
const textsAround =
  /\/app\/(?:i18n\/(en|fr)\/(?:common|errors|main\/(?:frame|view|draft|selection))|features\/customer\/(en|fr))\./

/** What every page with scripts needs travels as a few files: many small ones compress badly. */
function together(id) {
  if (framework.test(id)) return 'framework'
  if (formats.test(id)) return 'formats'
  if (lists.test(id)) return 'lists'
  if (frame.test(id) && !besideFrame.test(id)) return 'frame'
  const [, shared, language = shared] = textsAround.exec(id) ?? []
  if (language) return `texts-${language}`
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    doorInDevelopment,
    afterBrowserFiles,
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
    doorIsTheEntry,
    chartScript,
    tailwindcss(),
  ],
  resolve: {
    alias: [
      { find: /^~\//, replacement: here('./app/') },
      { find: /^#contracts\//, replacement: here('./services/contracts/') },
    ],
  },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  build: {
    target: 'es2022',
    sourcemap: isSsrBuild,
    // What of the server's files nothing uses is left out with what packages bring (`build-console.mjs`).
    rollupOptions: isSsrBuild ? { treeshake: false } : { output: { manualChunks: together } },
  },
  ssr: { external: command === 'build' || outside },
}))
