import common from './common'
import errors from './errors'
import login from './login'
import main from './main'

const texts = { common, errors, login, main }

export default texts
