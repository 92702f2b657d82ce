static int
Deck_set_cards(DeckObject *self, PyObject *value, void *closure)
{
    VecI64 tmp;
    tmp = VecI64Api.unbox(value);
    if (VEC_IS_ERROR(tmp)) {
        CPy_TypeError("vec[i64]", value); return -1;
    }
    if (self->_cards.len >= 0) {
        VEC_I64_DECREF(self->_cards);
    }
    self->_cards = tmp;
    return 0;
}

PyObject *CPyPy_worth(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames)
{
    VecI64 arg_codes;
    arg_codes = VecI64Api.unbox(obj_codes);
    if (VEC_IS_ERROR(arg_codes)) {
        CPy_TypeError("vec[i64]", obj_codes); goto fail;
    } VEC_I64_DECREF(arg_codes);
    VecFloat arg_weights;
    arg_weights = VecFloatApi.unbox(obj_weights);
    if (VEC_IS_ERROR(arg_weights)) {
        CPy_TypeError("vec[float]", obj_weights); goto fail;
    } VEC_FLOAT_DECREF(arg_weights);
    double retval = CPyDef_worth(arg_codes, arg_weights);
fail: ;
    return NULL;
}
