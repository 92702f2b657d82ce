"""One correction of the OpenAPI document: types that forbid unknown fields must say so."""

from __future__ import annotations

from typing import Any

from litestar._openapi.schema_generation.plugins.struct import StructSchemaPlugin
from litestar.openapi.spec import Schema


class StrictStructs(StructSchemaPlugin):
    """Litestar leaves `additionalProperties` out; schemathesis finds that at once."""

    def to_openapi_schema(self, field_definition: Any, schema_creator: Any) -> Schema:
        schema = super().to_openapi_schema(field_definition, schema_creator)
        if field_definition.annotation.__struct_config__.forbid_unknown_fields:
            schema.additional_properties = False
        return schema
