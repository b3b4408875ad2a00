#include <draco/compression/decode.h>
#include <draco/compression/expert_encode.h>

#include <cstdlib>
#include <cstring>

#include "test/packing/encoders.h"

static size_t size_of(const draco_attribute &a)
{
    return (a.component_type == 5126 ? 4 : 2) * static_cast<size_t>(a.width);
}

static void add_attribute(draco::Mesh &mesh, draco_attribute &a, uint32_t vertex_count)
{
    draco::GeometryAttribute attribute;
    attribute.Init(a.is_position ? draco::GeometryAttribute::POSITION
                                 : draco::GeometryAttribute::GENERIC,
                   nullptr, static_cast<int8_t>(a.width),
                   a.component_type == 5126 ? draco::DT_FLOAT32 : draco::DT_UINT16, false,
                   static_cast<int64_t>(size_of(a)), 0);
    int id = mesh.AddAttribute(attribute, true, vertex_count);
    const char *data = static_cast<const char *>(a.data);
    for (uint32_t i = 0; i < vertex_count; i++)
        mesh.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(i), data + i * size_of(a));
    a.id = mesh.attribute(id)->unique_id();
}

static std::unique_ptr<draco::Mesh> make_mesh(draco_primitive &p)
{
    std::unique_ptr<draco::Mesh> mesh(new draco::Mesh());
    mesh->set_num_points(p.vertex_count);
    mesh->SetNumFaces(p.triangle_count);
    for (uint32_t i = 0; i < p.triangle_count; i++) {
        draco::Mesh::Face face;
        for (int k = 0; k < 3; k++) face[k] = draco::PointIndex(p.corners[3 * i + k]);
        mesh->SetFace(draco::FaceIndex(i), face);
    }
    for (uint32_t i = 0; i < p.attribute_count; i++)
        add_attribute(*mesh, p.attributes[i], p.vertex_count);
    return mesh;
}

static void decode(draco_primitive &p, const draco::EncoderBuffer &bytes)
{
    draco::DecoderBuffer buffer;
    buffer.Init(bytes.data(), bytes.size());
    auto mesh = draco::Decoder().DecodeMeshFromBuffer(&buffer).value();
    p.decoded_vertices = mesh->num_points();
    p.decoded_triangles = mesh->num_faces();
    p.decoded_corners = static_cast<uint32_t *>(std::malloc(p.decoded_triangles * size_t{12} + 1));
    for (uint32_t i = 0; i < 3 * p.decoded_triangles; i++)
        p.decoded_corners[i] = mesh->face(draco::FaceIndex(i / 3))[i % 3].value();
    for (uint32_t i = 0; i < p.attribute_count; i++) {
        draco_attribute &a = p.attributes[i];
        const draco::PointAttribute *from = mesh->GetAttributeByUniqueId(a.id);
        char *to = static_cast<char *>(std::malloc(p.decoded_vertices * size_of(a) + 1));
        a.decoded = to;
        for (uint32_t v = 0; v < p.decoded_vertices; v++)
            from->GetMappedValue(draco::PointIndex(v), to + v * size_of(a));
    }
}

extern "C" encoded encode_draco(draco_primitive *p)
{
    std::unique_ptr<draco::Mesh> mesh = make_mesh(*p);
    draco::ExpertEncoder encoder(*mesh);
    encoder.SetEncodingMethod(p->edgebreaker ? draco::MESH_EDGEBREAKER_ENCODING
                                             : draco::MESH_SEQUENTIAL_ENCODING);
    for (uint32_t i = 0; i < p->attribute_count; i++)
        if (p->attributes[i].bits)
            encoder.SetAttributeQuantization(static_cast<int32_t>(i), p->attributes[i].bits);
    draco::EncoderBuffer buffer;
    if (!encoder.EncodeToBuffer(&buffer).ok()) std::abort();
    decode(*p, buffer);
    encoded out = {static_cast<unsigned char *>(std::malloc(buffer.size())), buffer.size()};
    std::memcpy(out.bytes, buffer.data(), buffer.size());
    return out;
}
