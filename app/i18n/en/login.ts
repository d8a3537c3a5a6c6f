const login = {}

export default login
