/*
 * What is wrong with a field is said when it is left: the console parses the form, as it will when it is sent, and
 * answers with what is wrong. Passwords stay here until the form is sent.
 */
const changed = new WeakSet()
const isTyped = (field) => field.name && !['password', 'checkbox', 'radio', 'file', 'hidden'].includes(field.type)

async function problemsOf(form) {
  const body = new URLSearchParams(new FormData(form))
  for (const field of form.elements) if (field.type === 'password') body.delete(field.name)
  const answer = await fetch(new URL(form.getAttribute('action') ?? '', location.href), {
    method: 'POST',
    headers: { 'x-form-check': '1' },
    redirect: 'error',
    body,
  })
  return answer.status === 200 ? answer.json() : null
}

function show(field, text) {
  const id = `${field.id}-error`
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one && one !== id)
  let notice = document.getElementById(id)
  if (text) {
    if (!notice) {
      notice = field.form.querySelector('template').content.firstElementChild.cloneNode(true)
      notice.id = id
      notice.role = 'status'
      field.before(notice)
    }
    const [said] = notice.lastElementChild.children
    notice.lastElementChild.replaceChildren(said, text)
    field.setAttribute('aria-invalid', 'true')
    described.push(id)
  } else {
    notice?.remove()
    field.removeAttribute('aria-invalid')
  }
  if (described.length) field.setAttribute('aria-describedby', described.join(' '))
  else field.removeAttribute('aria-describedby')
}

for (const name of ['input', 'change'])
  document.addEventListener(name, ({ target }) => {
    if (target.form?.dataset.check !== undefined && isTyped(target)) changed.add(target)
  })

document.addEventListener('focusout', async ({ target: field, relatedTarget }) => {
  // Whoever leaves for a button is about to send the form: it must not move under the pointer.
  if (relatedTarget?.type === 'submit') return
  const { form } = field
  if (!changed.delete(field) || form.enctype === 'multipart/form-data' || form.ariaBusy === 'true') return
  const problems = await problemsOf(form).catch(() => null)
  if (!problems || form.ariaBusy === 'true') return
  // A field that was said to be wrong may be right since another was changed.
  for (const one of form.elements)
    if (isTyped(one) && (one === field || one.ariaInvalid === 'true') && !changed.has(one))
      show(one, problems[one.name])
})
