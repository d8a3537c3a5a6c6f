/** Texts in the browser: one language, and only the sections this page needs. */
import type { i18n } from 'i18next'
import { frameTextSections } from './areas'
import { createTexts, type PageTexts } from './instance'
import { asLanguage, defaultLanguage } from './languages'
import { withRetries } from './with-retries'

type Load = () => Promise<unknown>

const groups = import.meta.glob<unknown>('./{en,fr}/{common,errors}.ts', { import: 'default' })
/** Of the frame and of the pages with scripts only: the others are texts of the server. */
const sections = import.meta.glob<unknown>(
  [
    './{en,fr}/main/{frame,view,draft,selection,edit}.ts',
    '../features/{customer,deployment,overview,schedule,trend}/{en,fr}.ts',
    '../features/{fault/chart,point/live,schedule/edit}.{en,fr}.ts',
  ],
  { import: 'default' },
)

/**
 * Loads the texts of the language the server rendered in. Rejects after the last retry; the page works without scripts.
 */
export async function startClientI18n(): Promise<i18n> {
  const { lang, dataset } = document.documentElement
  const language = asLanguage(lang) ?? defaultLanguage
  const pageSections = (dataset.texts ?? '').split(' ').filter(Boolean)
  const sectionNames = [...frameTextSections, ...pageSections]
  const [common, errors, ...main] = await Promise.all([
    ...['common', 'errors'].map((name) => textsAt(groups[`./${language}/${name}.ts`])),
    ...sectionNames.map((name) => textsAt(sectionFiles(name, language).flatMap((file) => sections[file] ?? [])[0])),
  ])
  return createTexts(language, {
    common,
    errors,
    main: Object.fromEntries(sectionNames.map((name, at) => [name, main[at]])),
  } as PageTexts)
}

/** A section is a file of the frame, of a feature (`schedule`), or a further one of it (`scheduleEdit`). */
function sectionFiles(name: string, language: string): string[] {
  const [, feature = name, part = ''] = /^([a-z]+)([A-Z]\w*)$/.exec(name) ?? []
  return [
    `./${language}/main/${name}.ts`,
    `../features/${name}/${language}.ts`,
    `../features/${feature}/${part.toLowerCase()}.${language}.ts`,
  ]
}

function textsAt(load: Load | undefined): Promise<unknown> {
  if (!load) throw new Error('there are no such texts')
  return withRetries(load)
}
