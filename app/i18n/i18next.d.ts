import 'i18next'
import type texts from './en'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** `common` needs no prefix; the others are written `errors:…`, `login:…`, `main:…`. */
    defaultNS: ['common', 'errors', 'login', 'main']
    resources: typeof texts
    returnNull: false
  }
}
