/** What the door says to whoever it refuses because too many wait. */
import { expect, test } from 'vitest'
import { doorErrorPage } from '../../app/door/error-page'

const page = (isPosted: boolean) =>
  doorErrorPage({
    reason: 'busy',
    status: 503,
    requestId: 'r',
    nonce: 'n',
    acceptLanguage: 'fr-CA,fr;q=0.9',
    isPosted,
    form: null,
  })

// Seen to fail: with the same words for a form as for a page.
test('a form that is refused can be sent again by a reload, in both languages; a page has none', () => {
  expect(page(true)).toContain('votre navigateur renvoie le formulaire tel que vous l’avez rempli')
  expect(page(true)).toContain('your browser sends your form again as you filled it in')
  expect(page(false)).not.toContain('formulaire')
  expect(page(false)).not.toContain('your form')
})
